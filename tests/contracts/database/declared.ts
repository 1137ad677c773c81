import type { ClientBase, Connection, FieldDef, Submittable } from 'pg'
import type { Statement } from '#adapters/database/session.ts'

type Declared = Pick<Statement<object>, 'text' | 'columns'>

/**
 * What is wrong with the columns a statement declares, on this migrated database: nothing if they are right. PostgreSQL
 * tells of nulls only where a column of a table is read as it is: not of expressions, nor of the far side of an outer join.
 */
export async function faultsOf(client: ClientBase, { text, columns }: Declared): Promise<readonly string[]> {
  const description = new Description(text)
  client.query(description)
  const given = await description.fields
    .then((fields) => withFacts(client, fields))
    .catch((error: Error) => error.message)
  if (typeof given === 'string') return [`cannot be prepared: ${given}`]
  const names = given.map(({ name }) => name)
  return [
    ...Object.keys(columns)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is declared and not given`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is given twice`),
    ...given.flatMap((field) => faultsOfField(field, columns)),
  ]
}

function faultsOfField({ name, type, allowsNull }: Field, columns: Declared['columns']): readonly string[] {
  const declared = columns[name]
  if (!declared) return [`${name} is given and not declared`]
  if (declared.type !== type) return [`${name} is declared ${declared.type} and is ${type}`]
  if (declared.isNarrowed === true && allowsNull === false) return [`${name} is never null in its table either`]
  const isRisky = allowsNull === true && !declared.isNullable && declared.isNarrowed !== true
  return isRisky ? [`${name} is declared never null and its table allows it`] : []
}

interface Field {
  readonly name: string
  readonly type: string
  /** Null for what is not read from a table as it is. */
  readonly allowsNull: boolean | null
}
async function withFacts(client: ClientBase, fields: readonly FieldDef[]): Promise<readonly Field[]> {
  const { rows } = await client.query<Field>(
    `select f.name, format_type(f.type, null) as type, not a.attnotnull as "allowsNull"
     from unnest($1::text[], $2::oid[], $3::oid[], $4::integer[]) with ordinality f (name, type, relation, number, place)
     left join pg_attribute a on a.attrelid = f.relation and a.attnum = f.number
     order by f.place`,
    [
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  )
  return rows
}

/** Has a statement prepared and described, but not run. */
class Description implements Submittable {
  readonly #text: string
  readonly #done = Promise.withResolvers<readonly FieldDef[]>()
  #fields: readonly FieldDef[] = []

  constructor(text: string) {
    this.#text = text
  }

  get fields(): Promise<readonly FieldDef[]> {
    return this.#done.promise
  }

  submit(connection: Connection): void {
    // In one piece: the embedded engine does not skip what comes after an error in pieces of its own.
    connection.stream.cork()
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
    connection.stream.uncork()
  }
  // Called by the client as the answers come in.
  handleParseComplete(): void {}
  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#fields = fields
  }
  handleReadyForQuery(): void {
    this.#done.resolve(this.#fields)
  }
  handleError(error: Error): void {
    this.#done.reject(error)
  }
}
