import type { ColumnDefinitionBuilder } from "kysely";

/** The type of an engine's numbered keys: `integer` in SQLite, `bigserial` in Postgres. */
export type KeyType = "integer" | "bigserial";

export function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}

export function primaryKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey();
}

/** A key that is never used twice, also after its row was deleted. SQLite needs `autoincrement` for that; Postgres does it by itself. */
export function lastingKey(keyType: KeyType) {
  return (column: ColumnDefinitionBuilder) =>
    keyType === "integer" ? column.primaryKey().autoIncrement() : column.primaryKey();
}
