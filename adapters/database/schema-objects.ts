import { boolean, text } from './column-types.ts'
import { statement, type Session } from './session.ts'

/** Something in the database that a migration could create, change or drop. */
export interface SchemaObject {
  /** Identifies it as long as it exists, under any name. */
  readonly key: string
  readonly kind: string
  readonly name: string
  /** What it belongs to, e.g. the table of an index; '' when it cannot belong to a plugin. */
  readonly owner: string
  /** Differs whenever it has been changed. */
  readonly state: string
}

/**
 * Tables include their columns, constraints, triggers, rules and policies, each as an object of that table. A trigger
 * that enforces a foreign key belongs to the table of the key. Rows are counted by what this connection has changed so
 * far.
 */
const objects = statement(
  'schemaObjects.all',
  `with place as (
     select oid, nspname, nspname = current_schema() or oid = pg_my_temp_schema() as is_for_plugins
     from pg_namespace
     where nspname not in ('pg_catalog', 'information_schema') and nspname !~ '^pg_toast'
       and (nspname !~ '^pg_temp_' or oid = pg_my_temp_schema())
   ), relation as (
     select pg_class.*, coalesce(whole.relname, pg_class.relname) as whole_name, is_for_plugins
     from pg_class join place on place.oid = relnamespace
     left join pg_index on indexrelid = pg_class.oid
     left join pg_class as whole on whole.oid = indrelid
   )
   select 'setting ' || name as key, 'setting' as kind, name, '' as owner, false as "isForPlugins", setting as state
   from pg_settings where source = 'session'
   union all
   select 'setting role', 'setting', 'role', '', false, current_user || ' ' || session_user
   union all
   select 'setting ' || setdatabase || ' ' || setrole, 'setting', array_to_string(setconfig, ', '), '', false, ''
   from pg_db_role_setting
   union all
   select 'schema ' || oid, 'schema', nspname, '', false, md5(pg_namespace::text)
   from pg_namespace where nspname !~ '^pg_(toast|temp)'
   union all
   select 'extension ' || oid, 'extension', extname, '', false, md5(pg_extension::text) from pg_extension
   union all
   select 'relation ' || oid,
     case relkind when 'i' then 'index' when 'I' then 'index' when 'S' then 'sequence' when 'v' then 'view'
       when 'm' then 'view' when 'c' then 'type' else 'table' end,
     relname::text, whole_name::text, is_for_plugins,
     md5(row(relname, relnamespace, relkind, relowner, relpersistence, relhassubclass, relrowsecurity,
       relforcerowsecurity, relreplident, relispartition, relacl, reloptions, reltablespace,
       case when relkind in ('r', 'm', 'S') then relfilenode end)::text)
   from relation
   union all
   select 'columns ' || relation.oid, 'table', relname, whole_name, is_for_plugins,
     md5(string_agg(row(attnum, attname, atttypid, atttypmod, attnotnull, attidentity, attgenerated, attisdropped,
       attcollation, attstorage, attacl, attoptions, pg_get_expr(adbin, adrelid))::text, ',' order by attnum))
   from relation join pg_attribute on attrelid = relation.oid and attnum > 0
   left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relkind not in ('i', 'I', 'S')
   group by relation.oid, relname, whole_name, is_for_plugins
   union all
   select 'constraint ' || pg_constraint.oid, 'table', relname, relname, is_for_plugins,
     md5(row(conname, condeferrable, condeferred, convalidated, pg_get_constraintdef(pg_constraint.oid))::text)
   from pg_constraint join relation on relation.oid = conrelid
   union all
   select 'trigger ' || pg_trigger.oid, 'table', relation.relname, relation.relname, relation.is_for_plugins,
     md5(row(tgname, tgenabled, tgfoid, pg_get_triggerdef(pg_trigger.oid))::text)
   from pg_trigger left join pg_constraint on pg_constraint.oid = tgconstraint
   join relation on relation.oid = coalesce(nullif(conrelid, 0), tgrelid)
   union all
   select 'rule ' || pg_rewrite.oid, 'table', relname, relname, is_for_plugins,
     md5(row(rulename, ev_enabled, pg_get_ruledef(pg_rewrite.oid))::text)
   from pg_rewrite join relation on relation.oid = ev_class
   union all
   select 'policy ' || pg_policy.oid, 'table', relname, relname, is_for_plugins, md5(pg_policy::text)
   from pg_policy join relation on relation.oid = polrelid
   union all
   select 'statistics ' || pg_statistic_ext.oid, 'table', relname, relname, is_for_plugins, md5(pg_statistic_ext::text)
   from pg_statistic_ext join relation on relation.oid = stxrelid
   union all
   select 'function ' || pg_proc.oid, 'function', proname, proname, coalesce(is_for_plugins, false), md5(pg_proc::text)
   from pg_proc left join place on place.oid = pronamespace
   union all
   select 'type ' || pg_type.oid, 'type', typname, typname, is_for_plugins,
     md5(row(typname, typnamespace, typowner, typtype, typnotnull, typdefault, typacl,
       (select array_agg(row(enumsortorder, enumlabel)::text order by enumsortorder) from pg_enum
        where enumtypid = pg_type.oid),
       (select array_agg(pg_get_constraintdef(pg_constraint.oid) order by conname) from pg_constraint
        where contypid = pg_type.oid))::text)
   from pg_type join place on place.oid = typnamespace
   where typtype in ('d', 'e', 'r', 'm') or (typtype = 'b' and typelem = 0)
   union all
   select 'rows ' || relid, 'rows of the table', relname, relname, coalesce(is_for_plugins, false),
     row(n_tup_ins, n_tup_upd, n_tup_del)::text
   from pg_stat_xact_user_tables left join place on nspname = schemaname
   union all
   select 'event trigger ' || oid, 'event trigger', evtname, '', false, md5(pg_event_trigger::text)
   from pg_event_trigger
   union all
   select 'operator ' || oid, 'operator', oprname, '', false, md5(pg_operator::text) from pg_operator
   union all
   select 'cast ' || oid, 'cast', castsource::regtype || ' as ' || casttarget::regtype, '', false, md5(pg_cast::text)
   from pg_cast
   union all
   select 'collation ' || oid, 'collation', collname, '', false, md5(pg_collation::text)
   from pg_collation where oid >= 16384
   union all
   select 'text search ' || oid, 'text search configuration', cfgname, '', false, md5(pg_ts_config::text)
   from pg_ts_config
   union all
   select 'publication ' || oid, 'publication', pubname, '', false, md5(pg_publication::text) from pg_publication
   union all
   select 'privileges ' || oid, 'default privileges', '', '', false, md5(pg_default_acl::text) from pg_default_acl
   union all
   select 'large object ' || oid, 'large object', oid::text, '', false, '' from pg_largeobject_metadata`,
  { key: text, kind: text, name: text, owner: text, isForPlugins: boolean, state: text },
)

/** Everything there is, as this transaction sees it. */
export async function schemaObjects(session: Session): Promise<readonly SchemaObject[]> {
  const rows = await session.all(objects, [])
  return rows.map(({ isForPlugins, owner, ...rest }) => ({ ...rest, owner: isForPlugins ? owner : '' }))
}
