import type { DatabaseConnection } from "kysely";
import type { Database } from "#server/store/row-types.ts";

/** Lists the SQL statements that are sent to the store from now on, those that begin and end a transaction too. */
export function listStatements(database: Database): string[] {
  const statements: string[] = [];
  const executor = database.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  const listing = (connection: DatabaseConnection): DatabaseConnection => ({
    executeQuery: (query) => {
      statements.push(query.sql);
      return connection.executeQuery(query);
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  });
  executor.provideConnection = (consumer) => provide((connection) => consumer(listing(connection)));
  return statements;
}
