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

/** How many SQL statements are sent to the store meanwhile, without those that begin and end a transaction. */
export async function countStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<number> {
  const statements = listStatements(database);
  await work();
  return statements.filter((sql) => !/^(begin|commit|rollback)\b/i.test(sql)).length;
}
