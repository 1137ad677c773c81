import { Migration } from '@mikro-orm/migrations'

/**
 * People of another site are identified by its address and their id there. The address is now normalised, so that they
 * keep their accounts when it is written differently (`siteNamed` of the plugin oauth-login).
 */
export class NameSitesInOneWay extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const PARTS = String.raw`regexp_match(external_id, '^https?://([^/#]*)([^#]*)#(.*)$', 'i')`
const NAMED = String.raw`'https://' || regexp_replace(lower(parts[1]), ':(80|443)$', '')
  || regexp_replace(parts[2], '/+$', '') || '#' || parts[3]`
const IDS = `select external_id, user_id, linked_at, ${NAMED} as named
  from (select *, ${PARTS} as parts from user_identity where method_id = 'oauth2') linked where parts is not null`

const STATEMENTS = [
  // Somebody who has two accounts, because the address was changed before, keeps the one that was used last.
  `update user_identity i set external_id = 'former:' || i.external_id
   from (
     select ids.external_id, row_number() over (
       partition by named order by u.id is null, u.last_login_at desc nulls last, linked_at desc, external_id
     ) as place
     from (${IDS}) ids left join "user" u on u.id = ids.user_id
   ) ranked
   where i.method_id = 'oauth2' and i.external_id = ranked.external_id and ranked.place > 1`,
  `update user_identity i set external_id = ids.named from (${IDS}) ids
   where i.method_id = 'oauth2' and i.external_id = ids.external_id and ids.named <> i.external_id`,
  // Sessions of people from elsewhere last a day, unless their directory extends them (threats T2).
  `update login set until = least(until, now() + interval '24 hours')
   where user_id in (
     select u.id from "user" u join user_identity i on i.user_id = u.id where u.password_hash is null
   )`,
]
