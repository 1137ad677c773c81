#!/bin/sh
# Makes a data dictionary in an item of Octavo: a page for each table, and one of how they refer to each other.
#
#   export OCTAVO_URL=https://docs.example.org OCTAVO_KEY=… OCTAVO_TOKEN=… OCTAVO_CATALOG='Data dictionary'
#   sh octavo-db.sh postgresql [arguments of psql, such as postgresql://user@host/database]
#   sh octavo-db.sh mysql [arguments of mysql, such as -h host -u user -p database]
#   sh octavo-db.sh sqlite file
#
# It looks at names, types and comments, never at what tables hold. Run again it updates the pages; what people wrote in
# the description column stays. It needs curl and the client of the database: psql, mysql (or mariadb) or sqlite3.
# OCTAVO_LANGUAGE says in which language the pages are written: en or zh-cn.

SCRIPT=octavo-db.sh
ADDRESS=open/database
NOTHING='this database has no tables, or none that this user may see'

collect() {
  [ $# -gt 0 ] || fail "say which database: $SCRIPT postgresql|mysql|sqlite …"
  kind=$1
  shift
  case $kind in
    postgresql | postgres) of_postgresql "$@" ;;
    mysql | mariadb) of_mysql "$@" ;;
    sqlite | sqlite3) of_sqlite "$@" ;;
    *) fail "unknown database $kind: it is postgresql, mysql or sqlite" ;;
  esac
}

of_postgresql() {
  need psql
  PGCLIENTENCODING=UTF8 psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 "$@" <<'SQL'
with tables as (
  select c.oid, case when n.nspname = 'public' then c.relname::text else n.nspname || '.' || c.relname end as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
), lines as (
  select name, 1 as part, '' as owner, 0 as place,
    json_build_object('kind', 'table', 'table', name, 'comment', obj_description(oid, 'pg_class')) as line
  from tables
  union all
  select t.name, 2, '', a.attnum,
    json_build_object('kind', 'column', 'table', t.name, 'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
      'default', pg_get_expr(d.adbin, d.adrelid), 'comment', col_description(t.oid, a.attnum), 'primary', exists (
        select from pg_index i where i.indrelid = t.oid and i.indisprimary and a.attnum = any (i.indkey)))
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select t.name, 3, c.relname, k.place,
    json_build_object('kind', 'index', 'table', t.name, 'name', c.relname, 'unique', i.indisunique,
      'column', pg_get_indexdef(i.indexrelid, k.place, true))
  from tables t join pg_index i on i.indrelid = t.oid join pg_class c on c.oid = i.indexrelid
    cross join lateral generate_series(1, i.indnkeyatts::integer) k (place)
  union all
  select t.name, 4, c.conname, k.place::integer,
    json_build_object('kind', 'reference', 'table', t.name, 'name', c.conname, 'column', a.attname,
      'target', target.name, 'target_column', other.attname)
  from tables t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' join tables target on target.oid = c.confrelid
    cross join lateral unnest(c.conkey, c.confkey) with ordinality k (own, their, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
    join pg_attribute other on other.attrelid = c.confrelid and other.attnum = k.their
)
select line from lines order by name, part, owner, place;
SQL
}

of_mysql() {
  client=mysql
  command -v mysql >/dev/null 2>&1 || client=mariadb
  need "$client"
  # What stands as the comment of a view is the word VIEW. MariaDB gives NULL as a text where there is no default, and puts
  # quotes around other texts: x'5C' is the backslash, which it doubles in them.
  "$client" --batch --raw --skip-column-names --default-character-set=utf8mb4 "$@" <<'SQL'
select json_object('kind', 'table', 'table', table_name,
  'comment', case when table_type like '%VIEW' then '' else table_comment end)
from information_schema.tables where table_schema = database() order by table_name;
select json_object('kind', 'column', 'table', table_name, 'name', column_name, 'type', column_type,
  'nullable', is_nullable = 'YES', 'default', case
    when version() not like '%MariaDB%' then column_default
    when column_default = 'NULL' then null
    when column_default like '''%''' then replace(replace(
      substr(column_default, 2, char_length(column_default) - 2), '''''', ''''), _utf8mb4 x'5C5C', _utf8mb4 x'5C')
    else column_default end,
  'primary', column_key = 'PRI', 'comment', column_comment)
from information_schema.columns where table_schema = database() order by table_name, ordinal_position;
select json_object('kind', 'index', 'table', table_name, 'name', index_name, 'column', column_name,
  'unique', non_unique = 0)
from information_schema.statistics where table_schema = database() order by table_name, index_name, seq_in_index;
select json_object('kind', 'reference', 'table', table_name, 'name', constraint_name, 'column', column_name,
  'target', referenced_table_name, 'target_column', referenced_column_name)
from information_schema.key_column_usage
where table_schema = database() and referenced_table_schema = table_schema
order by table_name, constraint_name, ordinal_position;
SQL
}

of_sqlite() {
  need sqlite3
  [ $# -eq 1 ] || fail "give the file of the database: $SCRIPT sqlite file"
  [ -f "$1" ] || fail "there is no file $1"
  file=$1
  case $file in -*) file=./$file ;; esac
  sqlite3 -init /dev/null -batch -readonly -bail -noheader -list "$file" <<'SQL'
select json_object('kind', 'table', 'table', name, 'comment', '')
from sqlite_master where type in ('table', 'view') and name not like 'sqlite^_%' escape '^' order by name;
select json_object('kind', 'column', 'table', m.name, 'name', c.name, 'type', c.type,
  'nullable', c."notnull" = 0 and c.pk = 0, 'default', c.dflt_value, 'primary', c.pk > 0, 'comment', '')
from sqlite_master m join pragma_table_xinfo(m.name) c
where m.type in ('table', 'view') and m.name not like 'sqlite^_%' escape '^' and c.hidden <> 1 order by m.name, c.cid;
select json_object('kind', 'index', 'table', m.name, 'name', i.name, 'column', k.name, 'unique', i."unique" = 1)
from sqlite_master m join pragma_index_list(m.name) i join pragma_index_info(i.name) k
where m.type = 'table' and m.name not like 'sqlite^_%' escape '^' order by m.name, i.name, k.seqno;
select json_object('kind', 'reference', 'table', m.name, 'name', f.id, 'column', f."from", 'target', f."table",
  'target_column', f."to")
from sqlite_master m join pragma_foreign_key_list(m.name) f
where m.type = 'table' and m.name not like 'sqlite^_%' escape '^' order by m.name, f.id, f.seq;
SQL
}
