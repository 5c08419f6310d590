-- Stand-ins for what cron.sql needs of Supabase: pg_cron, pg_net and the Vault. They keep what they are told.
create schema cron;
create table cron.job (
  jobid bigserial primary key,
  jobname text unique not null,
  schedule text not null,
  command text not null
);
create table cron.job_run_details (jobid bigint, end_time timestamptz);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job (jobname, schedule, command) values (job_name, schedule, command)
  on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command
  returning jobid
$$;
create function cron.unschedule(job_name text) returns boolean language sql as $$
  delete from cron.job where jobname = job_name returning true
$$;

create schema net;
create table net.calls (url text not null, body jsonb, headers jsonb not null, timeout_milliseconds int);
create function net.http_post(
  url text,
  body jsonb default '{}',
  params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds int default 5000
) returns bigint language sql as $$
  insert into net.calls values (url, body, headers, timeout_milliseconds) returning 1::bigint
$$;

create schema vault;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text not null);
create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(new_secret text, new_name text default null) returns uuid language sql as $$
  insert into vault.secrets (name, secret) values (new_name, new_secret) returning id
$$;
create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as $$
  update vault.secrets set secret = new_secret where id = secret_id
$$;
