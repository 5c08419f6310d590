import { type RawBuilder, sql } from "kysely";
import { heldInQuery } from "#server/store/submissions/held-submissions.ts";
import type { Database, DeliveryState } from "#server/store/tables.ts";

/**
 * Where a stored person is on the way to ActiveCampaign. `lost` means that the person was not delivered to
 * ActiveCampaign, and that no process will deliver them.
 */
export type Place = DeliveryState | "underived" | "held" | "lost";

const allSubmissions = sql`select email_key, derived_at, flag, released_at from submissions`;
const allLeads = sql`select email_key from leads`;

/** Counts the people in each place. All counts are of the same moment. */
export async function countPeople(database: Database): Promise<ReadonlyMap<Place, number>> {
  const { rows } = await sql<{ place: Place; people: number }>`
    select place, count(*) as people from (${peopleIn(allSubmissions, allLeads)}) as all_people
    group by place`.execute(database);
  return new Map(rows.map(({ place, people }) => [place, people]));
}

/** The e-mail keys of the lost people. */
export async function findLost(database: Database, max: number): Promise<string[]> {
  const { rows } = await sql<{ email_key: string }>`
    select email_key from (${peopleIn(allSubmissions, allLeads)}) as all_people
    where place = 'lost' order by email_key limit ${max}`.execute(database);
  return rows.map(({ email_key }) => email_key);
}

/** Returns the place of the person with this e-mail key; undefined if the key is not stored. */
export async function placeOf(database: Database, key: string): Promise<Place | undefined> {
  // The person's place is found with two queries, because underived and derived submissions have different indexes.
  const submissions = sql`
    ${allSubmissions} where email_key = ${key} and derived_at is null
    union all
    ${allSubmissions} where email_key = ${key} and derived_at is not null`;
  const lead = sql`${allLeads} where email_key = ${key}`;
  const { rows } = await sql<{ place: Place }>`${peopleIn(submissions, lead)}`.execute(database);
  return rows[0]?.place;
}

/**
 * Selects each person once, found by a submission or by the lead. A delivery counts only if something will continue it:
 * a delivery that is `due` but has no time would wait for ever.
 */
function peopleIn(submissions: RawBuilder<unknown>, theirLeads: RawBuilder<unknown>) {
  return sql`
  select people.email_key,
    case
      when people.underived = 1 then 'underived'
      when deliveries.state in ('delivered', 'parked') then deliveries.state
      when deliveries.state in ('due', 'sending') and deliveries.due_at is not null
        then deliveries.state
      when deliveries.state = 'importing' and deliveries.import_id in (
        select id from imports where check_at is not null or batch is null
      ) then deliveries.state
      when leads.id is null and people.unheld = 0 then 'held'
      else 'lost'
    end as place
  from (
    select email_key, max(underived) as underived, max(unheld) as unheld from (
      select email_key,
        case when derived_at is null and not ${heldInQuery} then 1 else 0 end as underived,
        case when ${heldInQuery} then 0 else 1 end as unheld
      from (${submissions}) as found_submissions
      union all
      select email_key, 0 as underived, 1 as unheld from (${theirLeads}) as found_leads
    ) as mentions group by email_key
  ) as people
  left join leads on leads.email_key = people.email_key
  left join deliveries on deliveries.lead_id = leads.id`;
}
