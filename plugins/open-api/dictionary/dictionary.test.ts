import fc from 'fast-check'
import mermaid from 'mermaid'
import { describe, expect, it } from 'vitest'
import { cellOf, cellsIn, plainOf, rowOf } from './cell-text.ts'
import { diagramPage, erDiagram } from './er-diagram.ts'
import { tablesInLines } from './schema-lines.ts'
import { tablesInShowDoc } from './showdoc-tables.ts'
import { saidOf, tablePage } from './table-page.ts'
import type { Column, Table } from './table.ts'

const column = (name: string, facts: Partial<Column> = {}): Column => ({
  ...{ name, type: 'text', isNullable: true, defaultValue: '', isPrimary: false, comment: '' },
  ...facts,
})
const ORDERS: Table = {
  name: 'orders',
  comment: 'What was ordered',
  columns: [
    column('id', { type: 'bigint', isNullable: false, isPrimary: true, comment: 'Number' }),
    column('customer_id', { type: 'bigint', comment: 'Who ordered' }),
    column('note'),
  ],
  indexes: [{ name: 'orders_pkey', columns: 'id', isUnique: true }],
  references: [{ columns: ['customer_id'], table: 'customers', targets: ['id'] }],
}
const CUSTOMERS: Table = { name: 'customers', comment: '', columns: [column('id')], indexes: [], references: [] }

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    'a|b',
    '`x`',
    '<img src=x onerror=alert(1)>',
    '\\',
    '\\|',
    '__proto__',
    '订单\n表',
    '"q"',
    '$(id)',
    '%{}',
    '##',
    '说明',
  ),
)
const name = hostile.filter((text) => text.trim() !== '')

describe('the page of a table', () => {
  it('lists columns, indexes and foreign keys', () => {
    expect(tablePage(ORDERS, null, {}, 'en')).toBe(
      [
        'What was ordered\n',
        '| Column | Type | Nullable | Default | Key | Description |',
        '| --- | --- | --- | --- | --- | --- |',
        '| id | bigint | no |  | primary | Number |',
        '| customer_id | bigint | yes |  |  | Who ordered |',
        '| note | text | yes |  |  |  |\n',
        '## Indexes\n',
        '| Index | Columns | Unique |',
        '| --- | --- | --- |',
        '| orders_pkey | id | yes |\n',
        '## Foreign keys\n',
        '| Columns | References |',
        '| --- | --- |',
        '| customer_id | customers (id) |',
      ].join('\n'),
    )
  })

  it('keeps what people wrote in descriptions and below headings of their own, and follows the database elsewhere', () => {
    const page = tablePage(ORDERS, null, {}, 'en')
    const byPeople = `${page.replace('| Number |', '| See **billing** |').replace('What was ordered', 'Ask Ada')}\n\n## Rules\n\nNever delete.`
    const later: Table = {
      ...ORDERS,
      comment: 'Orders',
      columns: ORDERS.columns.map((each) => ({ ...each, type: 'int', comment: `${each.comment}!` })),
      references: [],
    }

    const again = tablePage(later, byPeople, saidOf(ORDERS), 'en')

    expect(again).toContain('Ask Ada\n\n| Column')
    expect(again).toContain('| id | int | no |  | primary | See **billing** |')
    expect(again).toContain('| customer_id | int | yes |  |  | Who ordered! |')
    expect(again).toMatch(/\n\n## Rules\n\nNever delete\.$/)
    expect(again).not.toContain('Foreign keys')
  })

  it('reads a page of a million blanks within a heading', () => {
    const page = `${tablePage(ORDERS, null, {}, 'en')}\n\n## a${' '.repeat(1_000_000)}x`

    expect(tablePage(ORDERS, page, saidOf(ORDERS), 'en')).toMatch(/\n\n## a +x$/)
  })

  it('knows its own sections in the other language, and a table that an editor has written anew', () => {
    const byEditor = tablePage(ORDERS, null, {}, 'en')
      .replaceAll('customer_id', String.raw`customer\_id`)
      .replaceAll('| --- ', '| :--- ')
      .replace('Who ordered', 'By hand')

    const again = tablePage(ORDERS, byEditor, saidOf(ORDERS), 'zh-cn')

    expect(again).toContain('| customer_id | bigint | 是 |  |  | By hand |')
    expect(again).not.toContain('Indexes')
  })

  it('takes over descriptions from a page that ShowDoc made', () => {
    const page =
      '- 订单\n\n|字段|类型|允许空|默认|注释|\n|:----|:-------|:--- |-- -- |------ |\n|id | bigint |否 |  | 编号 |\n|note | text |是 |  | 无 |'

    const again = tablePage(
      { ...ORDERS, columns: [column('id'), column('note', { comment: 'Words' })] },
      page,
      {},
      'zh-cn',
    )

    expect(again).toContain('| id | text | 是 |  |  | 编号 |')
    expect(again).toContain('| note | text | 是 |  |  | Words |')
  })

  it('says the same when the same table comes again, whatever stands in its names and comments', () => {
    const columns = fc.uniqueArray(fc.record({ name, type: hostile, comment: hostile, defaultValue: hostile }), {
      selector: (each) => plainOf(cellOf(each.name)),
      minLength: 1,
      maxLength: 6,
    })
    const table = fc
      .record({ columns, comment: hostile, index: hostile, target: hostile })
      .map(({ columns: found, comment, index, target }): Table => ({
        ...{ name: 't', comment, columns: found.map((each) => column(each.name, each)) },
        indexes: [{ name: index, columns: index, isUnique: false }],
        references: [{ columns: [index], table: target, targets: [] }],
      }))
    fc.assert(
      fc.property(table, fc.constantFrom('en', 'zh-cn'), (found, language) => {
        const once = tablePage(found, null, {}, language)
        expect(tablePage(found, once, saidOf(found), language)).toBe(once)
      }),
    )
  })

  it('keeps any description that people write, to the letter, whatever the database says later', () => {
    const written = hostile.filter((text) => plainOf(cellOf(text)) !== '' && plainOf(cellOf(text)) !== '无').map(cellOf)
    fc.assert(
      fc.property(written, hostile, hostile, (text, before, now) => {
        fc.pre(plainOf(text) !== plainOf(cellOf(before)))
        const page = (comment: string): Table => ({ ...CUSTOMERS, columns: [column('id', { comment })] })
        const first = tablePage(page(before), null, {}, 'en').split('\n')
        const cells = cellsIn(first[2] ?? '') ?? []
        const byPeople = [...first.slice(0, 2), rowOf([...cells.slice(0, 5), text])].join('\n')

        const again = tablePage(page(now), byPeople, saidOf(page(before)), 'en')

        const kept = cellsIn(again.split('\n')[2] ?? '')?.[5]
        expect([text, cellOf(now)]).toContain(kept)
        if (plainOf(text) !== plainOf(cellOf(now))) expect(kept).toBe(text)
      }),
    )
  })
})

describe('the ER diagram', () => {
  const parses = async (tables: readonly Table[]): Promise<void> => {
    const diagram = erDiagram(tables)
    if (diagram !== '') expect(await mermaid.parse(diagram)).toMatchObject({ diagramType: 'er' })
  }

  it('shows how tables refer to each other, with their keys', () => {
    expect(erDiagram([ORDERS, CUSTOMERS])).toBe(
      [
        'erDiagram',
        '  t1["orders"] {',
        '    bigint id PK',
        '    bigint customer_id FK',
        '    text note',
        '  }',
        '  t2["customers"] {',
        '    text id',
        '  }',
        '  t1 }o--o| t2 : "customer_id"',
      ].join('\n'),
    )
    expect(erDiagram([CUSTOMERS])).toBe('')
  })

  it('is one that mermaid reads, whatever tables and columns are called', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, name, hostile), { minLength: 1, maxLength: 5 }), async (found) => {
        const tables = found.map(([table, columnName, type]): Table => ({
          ...{ name: table, comment: '', columns: [column(columnName, { type })], indexes: [] },
          references: [{ columns: [columnName], table: found[0]?.[0] ?? '', targets: [] }],
        }))
        await parses(tables)
      }),
    )
  })

  it.each([
    'fk',
    'PK',
    'Uk',
    'fk表',
    'pk-1',
    '\u3000',
    '\u00a0',
    '\u2003a',
    '\ufeff',
    'a\u2028b',
    'µ',
    '𠀀',
    '🙂',
    '1',
    'ö',
  ])('is one that mermaid reads with a column and a type %j', async (word) => {
    const table: Table = {
      name: word,
      comment: '',
      columns: [column(word, { type: word })],
      indexes: [],
      references: [],
    }

    await parses([{ ...table, references: [{ columns: [word], table: word, targets: [] }] }])
  })

  it('takes the place of the one that was made before, and of none that people drew', () => {
    const drawn = '```mermaid\nflowchart LR\n  a --> b\n```'
    const first = diagramPage('erDiagram\n  a {}', drawn)

    expect(first).toBe(`${drawn}\n\n\`\`\`mermaid\nerDiagram\n  a {}\n\`\`\``)
    expect(diagramPage('erDiagram\n  b {}', `${first}\n\nBelow.`)).toBe(first.replace('a {}', 'b {}') + '\n\nBelow.')
  })

  it('stays small enough to be drawn', async () => {
    const many = Array.from({ length: 500 }, (_, at): Table => ({
      ...{ name: `table ${at}`, comment: '', indexes: [] },
      columns: Array.from({ length: 100 }, (_each, number) => column(`a column with a long name ${number}`)),
      references: [{ columns: ['a column with a long name 1'], table: 'table 0', targets: [] }],
    }))

    expect(erDiagram(many).length).toBeLessThan(40_000)
    await parses(many)
  })

  it('is drawn anew between what people wrote', () => {
    expect(diagramPage('erDiagram\n  b', 'Above\n\n```mermaid\nerDiagram\n  a\n```\n\nBelow')).toBe(
      'Above\n\n```mermaid\nerDiagram\n  b\n```\n\nBelow',
    )
    expect(diagramPage('erDiagram', 'By hand')).toBe('By hand\n\n```mermaid\nerDiagram\n```')
  })
})

describe('what a script sends', () => {
  it('is read line by line, and refused with the number of a line that is none', () => {
    const lines = [
      { kind: 'table', table: 'orders', comment: null },
      { kind: 'column', table: 'orders', name: 'id', type: 'int', nullable: 0, primary: true, default: 0 },
      { kind: 'index', table: 'orders', name: 'both', column: 'id', unique: 1 },
      { kind: 'index', table: 'orders', name: 'both', column: null },
      { kind: 'reference', table: 'orders', name: 0, column: 'id', target: 'x', target_column: null },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')

    expect(tablesInLines(text)).toEqual([
      {
        ...{ name: 'orders', comment: '' },
        columns: [column('id', { type: 'int', isNullable: false, isPrimary: true, defaultValue: '0' })],
        indexes: [{ name: 'both', columns: 'id, ', isUnique: true }],
        references: [{ columns: ['id'], table: 'x', targets: [] }],
      },
    ])
    for (const broken of ['{', '[]', '{"kind":"column","table":"","name":"x"}', '{"kind":"other","table":"x"}'])
      expect(() => tablesInLines(`${text}\n\n${broken}`)).toThrow(expect.objectContaining({ details: { line: 7 } }))
    expect(() => tablesInLines('\n')).toThrow('databaseEmpty')
  })

  it('is read as the script of ShowDoc writes it', () => {
    const tables = tablesInShowDoc({
      tableInfo: 'name\tcomment\norders\tOrders\nempty\t',
      tableDetail:
        'table\tcolumn\tdefault\tnullable\ttype\tcomment\norders\tid\tNULL\tNO\tbigint\tNumber\r\norders\tnote\t\tYES\ttext',
      tableIndex:
        'table\tindex\tcolumn\tnon_unique\norders\tPRIMARY\tid\t0\norders\tboth\tid\t1\norders\tboth\tnote\t1',
    })

    expect(tables).toEqual([
      {
        ...{ name: 'orders', comment: 'Orders' },
        columns: [column('id', { type: 'bigint', isNullable: false, comment: 'Number' }), column('note')],
        indexes: [
          { name: 'PRIMARY', columns: 'id', isUnique: true },
          { name: 'both', columns: 'id, note', isUnique: false },
        ],
        references: [],
      },
      { name: 'empty', comment: '', columns: [], indexes: [], references: [] },
    ])
  })
})
