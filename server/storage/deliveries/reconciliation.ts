import { type RawBuilder, sql } from "kysely";
import { heldFlags } from "#server/storage/submissions/held-submissions.ts";
import type { Database, DeliveryState } from "#server/storage/tables.ts";

/** Where a stored person is. `nowhere`: stored, and neither delivered nor waiting for anything. */
export type Place = DeliveryState | "unsettled" | "held" | "nowhere";

/** How many people there are in each place, all as of one moment. */
export async function countPeople(database: Database): Promise<ReadonlyMap<Place, number>> {
  const counted = sql<{ place: Place; people: number }>`
    select place, count(*) as people from (${peopleIn(allSubmissions, allLeads)}) as everybody group by place`;
  const { rows } = await counted.execute(database);
  return new Map(rows.map(({ place, people }) => [place, people]));
}

/** The addresses of those who are nowhere. */
export async function findLost(database: Database, most: number): Promise<string[]> {
  const lost = sql<{ email_key: string }>`
    select email_key from (${peopleIn(allSubmissions, allLeads)}) as everybody
    where place = 'nowhere' order by email_key limit ${most}`;
  const { rows } = await lost.execute(database);
  return rows.map(({ email_key }) => email_key);
}

/** Undefined for whoever is not stored. */
export async function placeOf(database: Database, key: string): Promise<Place | undefined> {
  // In two halves, each with an index of its own.
  const theirs = sql`
    select email_key, derived_at, flag, released_at from submissions
      where email_key = ${key} and derived_at is null
    union all
    select email_key, derived_at, flag, released_at from submissions
      where email_key = ${key} and derived_at is not null`;
  const lead = sql`select email_key from leads where email_key = ${key}`;
  const { rows } = await sql<{ place: Place }>`${peopleIn(theirs, lead)}`.execute(database);
  return rows[0]?.place;
}

const allSubmissions = sql`select email_key, derived_at, flag, released_at from submissions`;
const allLeads = sql`select email_key from leads`;

/**
 * Each stored person once, from what they sent as well as from what was derived of it. A delivery counts only
 * while something will move it on: `due` without a time to be due at would wait for ever.
 */
function peopleIn(submissions: RawBuilder<unknown>, theirLeads: RawBuilder<unknown>) {
  return sql`
  select people.email_key,
    case
      when people.unsettled = 1 then 'unsettled'
      when deliveries.state in ('delivered', 'parked') then deliveries.state
      when deliveries.state in ('due', 'sending') and deliveries.due_at is not null
        then deliveries.state
      when deliveries.state = 'importing' and deliveries.import_id in (
        select id from imports where check_at is not null or batch is null
      ) then deliveries.state
      when leads.id is null and people.unheld = 0 then 'held'
      else 'nowhere'
    end as place
  from (
    select email_key, max(unsettled) as unsettled, max(unheld) as unheld from (
      select email_key,
        case when derived_at is null and not ${isHeld()} then 1 else 0 end as unsettled,
        case when ${isHeld()} then 0 else 1 end as unheld
      from (${submissions}) as theirs
      union all
      select email_key, 0 as unsettled, 1 as unheld from (${theirLeads}) as known
    ) as mentions group by email_key
  ) as people
  left join leads on leads.email_key = people.email_key
  left join deliveries on deliveries.lead_id = leads.id`;
}

/** As in `held-submissions.ts`; never null, so that it can be turned round. */
function isHeld(): RawBuilder<boolean> {
  const held = sql.join(heldFlags.map((flag) => sql.lit(flag)));
  return sql`(coalesce(flag, '') in (${held}) and released_at is null)`;
}
