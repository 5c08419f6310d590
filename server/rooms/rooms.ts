import { sql, type UpdateObject } from "kysely";
import type { Database, Tables } from "#server/store/row-types.ts";

/** An address at which the class can take place. */
export type Room = {
  id: number;
  link: string;
  /** How many people can enter; null without a limit. */
  places: number | null;
  /** How many entries were counted. */
  entered: number;
  chosenAt: number | null;
};

/** From this share of its places on, the last room that is not full is nearly full. */
const nearlyFull = 0.8;

/** All rooms, in the order in which people are led from a full one to the next. */
export function listRooms(database: Database): Promise<Room[]> {
  return database
    .selectFrom("rooms")
    .select(["id", "link", "places", "entered", "chosen_at as chosenAt"])
    .orderBy("id")
    .execute();
}

/**
 * The room to which people are led: the one that the operator chose last or, when it is full, the next that is not. When
 * all are full it is the chosen one again. Undefined without rooms.
 */
export function presentRoom(rooms: readonly Room[]): Room | undefined {
  const inOrder = fromChosen(rooms);
  return inOrder.find((room) => !isFull(room)) ?? inOrder[0];
}

/** The room that follows when the present one is full. */
export function nextRoom(rooms: readonly Room[]): Room | undefined {
  return fromChosen(rooms).filter((room) => !isFull(room))[1];
}

export function isFull({ places, entered }: Room): boolean {
  return places !== null && entered >= places;
}

/** Whether the operator must add a room soon: all are full, or the last one with places has few left. */
export function hasFewPlaces(rooms: readonly Room[]): boolean {
  const [last, another] = rooms.filter((room) => !isFull(room));
  if (last === undefined) return rooms.length > 0;
  return another === undefined && last.entered >= (last.places ?? Infinity) * nearlyFull;
}

/** The rooms from the chosen one on, and then those before it. */
function fromChosen(rooms: readonly Room[]): Room[] {
  const chosenAt = Math.max(...rooms.map((room) => room.chosenAt ?? 0));
  // The chosen room may have been removed.
  const first = Math.max(
    0,
    rooms.findIndex((room) => room.chosenAt === chosenAt),
  );
  return [...rooms.slice(first), ...rooms.slice(0, first)];
}

type NewRoom = { link: string; places: number | undefined; now: number };

/** Adds a room, and chooses it if it is the first. */
export async function addRoom(database: Database, { link, places, now }: NewRoom): Promise<number> {
  const isFirst = sql<number | null>`
    case when exists (select 1 from rooms) then null else ${now} end`;
  const { id } = await database
    .insertInto("rooms")
    .values({
      link,
      places: places ?? null,
      chosen_at: sql`cast(${isFirst} as bigint)`,
      entered: 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns false if there is no such room, like the other functions that change one. */
export function chooseRoom(database: Database, { id, now }: { id: number; now: number }) {
  return update(database, id, { chosen_at: now });
}

type Changed = { id: number; link: string; places: number | undefined };

/** Gives a room a new address, and perhaps other places. What was counted stays. */
export function changeRoom(database: Database, { id, link, places }: Changed) {
  return update(database, id, { link, ...(places !== undefined && { places }) });
}

async function update(database: Database, id: number, values: UpdateObject<Tables, "rooms">) {
  const query = database.updateTable("rooms").set(values).where("id", "=", id);
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

export async function removeRoom(database: Database, { id }: { id: number }): Promise<boolean> {
  const query = database.deleteFrom("rooms").where("id", "=", id);
  return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** A room that has not answered until then will hardly let people in. */
const maxAnswerMs = 5_000;

/** Asks the address of a room once, and returns why it does not answer as it should; undefined if it does. */
export async function askRoom(link: string, ask: typeof fetch): Promise<string | undefined> {
  try {
    const answer = await ask(link, { signal: AbortSignal.timeout(maxAnswerMs) });
    await answer.body?.cancel();
    return answer.ok ? undefined : `respondeu ${answer.status}`;
  } catch {
    return "não respondeu";
  }
}
