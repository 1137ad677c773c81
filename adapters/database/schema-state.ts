import type { Client } from 'pg'

/** Which migrations a database has run, in order. */
export interface SchemaState {
  readonly migrations: readonly string[]
  /** Names by plugin id; plugins without tables of their own are left out. */
  readonly plugins: Readonly<Record<string, readonly string[]>>
}

export async function schemaStateOf(client: Client): Promise<SchemaState> {
  const { rows } = await client.query<{ readonly name: string }>('select name from migration order by name')
  const { rows: ofPlugins } = await client.query<{ readonly plugin_id: string; readonly name: string }>(
    'select plugin_id, name from plugin_migration order by plugin_id, name',
  )
  const plugins: Record<string, string[]> = {}
  for (const { plugin_id, name } of ofPlugins) (plugins[plugin_id] ??= []).push(name)
  return { migrations: rows.map(({ name }) => name), plugins }
}
