-- Faz o Supabase entregar os leads: a cada 10 segundos, o banco de dados chama a função courier-tick.
-- 1. Troque os dois valores abaixo. 2. Cole tudo no SQL Editor do Supabase e aperte Run.
-- Pode ser rodado de novo, por exemplo com outro segredo: nada fica em dobro.
-- Para parar: docs/operacao/supabase.md.

create extension if not exists pg_cron with schema pg_catalog;
create extension if not exists pg_net;

-- O Vault guarda os dois valores cifrados; a tarefa lê os dois a cada vez.
do $secrets$
declare
  wanted record;
  known uuid;
begin
  for wanted in
    select * from (values
      ('black_ahsd_tick_url', 'https://SEU-PROJETO.supabase.co/functions/v1/courier-tick'),
      ('black_ahsd_tick_token', 'O-MESMO-SEGREDO-DE-TICK_TOKEN')
    ) as given (name, value)
  loop
    select id into known from vault.secrets where name = wanted.name;
    if known is null then
      perform vault.create_secret(wanted.value, wanted.name);
    else
      perform vault.update_secret(known, wanted.value);
    end if;
  end loop;
end
$secrets$;

select cron.schedule('black-ahsd-tick', '10 seconds', $tick$
  select net.http_post(
    url := (select decrypted_secret from vault.decrypted_secrets where name = 'black_ahsd_tick_url'),
    headers := jsonb_build_object(
      'Content-Type', 'application/json',
      'Authorization', 'Bearer ' || (
        select decrypted_secret from vault.decrypted_secrets where name = 'black_ahsd_tick_token'
      )
    ),
    body := '{}'::jsonb,
    timeout_milliseconds := 5000
  )
$tick$);

-- O pg_cron guarda uma linha de cada chamada e não apaga nenhuma. Esta tarefa apaga as de mais de um dia.
select cron.schedule('black-ahsd-tick-history', '17 6 * * *', $history$
  delete from cron.job_run_details
  where end_time < now() - interval '1 day'
    and jobid in (select jobid from cron.job where jobname like 'black-ahsd-tick%')
$history$);
