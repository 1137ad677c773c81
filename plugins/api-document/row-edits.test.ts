import { describe, expect, it } from 'vitest'
import { readApiDocument, TABLES } from './api-document.ts'
import { withField, withMovedRow, withRequired, withRow, withRows, withoutRow } from './row-edits.ts'

const content = `{
  "info": { "url": "/a", "x-own":   1.50 },
  "request": {
    "query": [
      {"name": "one", "require": "1", "custom": {"kept":true}},
      {"key": "two", "required": false, "description": "old"},
      "three"
    ]
  }
}`
const rows = readApiDocument(content).query
const row = (at: number) => {
  const found = rows[at]
  if (!found) throw new Error(`there is no row ${at}`)
  return found
}
/** The lines that differ. */
const changed = (after: string) => {
  const before = content.split('\n')
  return after.split('\n').filter((line) => !before.includes(line))
}

describe('an edited row', () => {
  it('keeps the names of its fields, and everything else exactly', () => {
    expect(changed(withField(content, row(0), 'remark', 'a "word"'))).toEqual([
      '      {"name": "one", "require": "1", "custom": {"kept":true}, "remark": "a \\"word\\""},',
    ])
    expect(changed(withField(content, row(1), 'name', 'zwei'))).toEqual([
      '      {"key": "zwei", "required": false, "description": "old"},',
    ])
    expect(changed(withField(content, row(1), 'remark', 'new'))[0]).toContain('"description": "new"')
    expect(changed(withRequired(content, row(1), true))[0]).toContain('"required": true')
    expect(changed(withRequired(content, row(0), false))[0]).toContain('"require": "0"')
  })

  it('may have been a name alone', () => {
    const after = withField(content, row(2), 'type', 'int')
    expect(readApiDocument(after).query[2]).toMatchObject({ name: 'three', type: 'int' })
  })

  it('is added, moved and removed on its own', () => {
    const added = withRow(content, TABLES.query, row(0), { name: 'new' })
    expect(readApiDocument(added).query.map(({ name }) => name)).toEqual(['one', 'new', 'two', 'three'])
    expect(added.replace(/\{\s*"name": "new"\s*\},\s*/, '')).toBe(content)
    const moved = withMovedRow(content, row(0), 1)
    expect(readApiDocument(moved).query.map(({ name }) => name)).toEqual(['two', 'one', 'three'])
    expect(withMovedRow(content, row(0), -1)).toBe(content)
    expect(readApiDocument(withoutRow(content, row(1))).query.map(({ name }) => name)).toEqual(['one', 'three'])
  })

  it('is added to a missing table', () => {
    const after = withRow(content, TABLES.headers, null, { name: 'X-A' })
    expect(readApiDocument(after).headers.map(({ name }) => name)).toEqual(['X-A'])
    expect(after).toContain('"x-own":   1.50')
  })
})

describe('rows from elsewhere', () => {
  it('update rows of the same name, and add the others', () => {
    const after = withRows(content, TABLES.query, [
      { name: 'two', type: 'int', remark: '', value: '7' },
      { name: 'four', type: 'string' },
    ])
    expect(readApiDocument(after).query).toMatchObject([
      { name: 'one' },
      { name: 'two', type: 'int', value: '7', remark: 'old' },
      { name: 'three' },
      { name: 'four', type: 'string' },
    ])
  })
})
