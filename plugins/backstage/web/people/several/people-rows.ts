/** A person in a row of a table. */
export interface TypedPerson {
  /** From 1, as spreadsheets count them, with the headings and empty rows. */
  readonly row: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly password: string
}

const COLUMNS = ['username', 'name', 'email', 'password'] as const
type Column = (typeof COLUMNS)[number]

/** Known headings of the columns, in lower case without spaces and hyphens. */
const HEADS: Readonly<Record<string, Column>> = {
  username: 'username',
  user: 'username',
  login: 'username',
  用户名: 'username',
  账号: 'username',
  name: 'name',
  fullname: 'name',
  姓名: 'name',
  名字: 'name',
  email: 'email',
  mail: 'email',
  emailaddress: 'email',
  邮箱: 'email',
  电子邮件: 'email',
  password: 'password',
  密码: 'password',
  初始密码: 'password',
}

/** More than the server accepts in any cell, so that it names a row that is too long. */
const LONGEST_CELL = 2_000

/** Excel writes it above the rows, where its separator is not the usual one, and does not count it as one of them. */
const SEPARATOR_LINE = /^sep=([,;\t])\n/i

/**
 * The people in a table as text, with commas, semicolons or tabs between its cells. If the first row has known
 * headings, they define the columns; otherwise these are username, name, e-mail address and password. Empty rows are
 * skipped.
 */
export function peopleIn(text: string): readonly TypedPerson[] {
  const table = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const [line = '', separator = separatorOf(table)] = SEPARATOR_LINE.exec(table) ?? []
  const rows = cellsOf(table.slice(line.length), separator)
    .map((cells, at) => ({ row: at + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const heads = rows[0]?.cells.map((cell) => HEADS[cell.toLowerCase().replaceAll(/[\s_-]/g, '')])
  const isHeaded = heads?.some((head) => head !== undefined) ?? false
  const columns: readonly (Column | undefined)[] = isHeaded ? (heads ?? []) : COLUMNS
  return (isHeaded ? rows.slice(1) : rows).map(({ row, cells }) => {
    const valueOf = (column: Column): string => cells[columns.indexOf(column)]?.trim().slice(0, LONGEST_CELL) ?? ''
    return {
      row,
      username: valueOf('username'),
      name: valueOf('name'),
      email: valueOf('email'),
      password: valueOf('password'),
    }
  })
}

/** Rows and cells (RFC 4180). */
function cellsOf(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === separator) endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else cell += sign
  }
  endCell()
  return rows
}

/** In tables typed by hand also the wide ones of a Chinese keyboard. */
const SEPARATORS = [',', ';', '\t', '，', '；']

/** The one that the first row with anything in it has most of, outside of quotes. */
function separatorOf(text: string): string {
  const first = /[^\n]*\S[^\n]*/.exec(text)?.[0] ?? ''
  const outside = first.replaceAll(/"[^"]*"/g, '')
  const countOf = (sign: string): number => outside.split(sign).length
  return SEPARATORS.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
}
