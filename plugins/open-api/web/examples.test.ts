import { expect, it } from 'vitest'
import { fileExample, jsonExample, toolExample } from './examples.ts'

const key = { apiKey: 'key-1', apiToken: '_token' }
const words = { catalog: 'Orders/Refunds', title: "Don't panic", file: 'refund.md' }

it('shows a command that sends a file', () => {
  expect(fileExample('https://docs.example.org', key, words)).toBe(
    [
      `curl 'https://docs.example.org/api/item/updateByApi' \\`,
      `  --data-urlencode 'api_key=key-1' \\`,
      `  --data-urlencode 'api_token=_token' \\`,
      `  --data-urlencode 'cat_name=Orders/Refunds' \\`,
      `  --data-urlencode 'page_title=Don'\\''t panic' \\`,
      `  --data-urlencode 'page_content@refund.md'`,
    ].join('\n'),
  )
})

it('shows a command that sends JSON', () => {
  const example = jsonExample('https://docs.example.org', key, { ...words, title: 'Refunds' })

  const body = /--data '([\s\S]*)'$/.exec(example)?.[1] ?? ''
  expect(JSON.parse(body)).toEqual({
    api_key: 'key-1',
    api_token: '_token',
    cat_name: 'Orders/Refunds',
    page_title: 'Refunds',
    page_content: '# Refunds\n',
  })
})

it('shows a command that fetches a script and runs it', () => {
  const call = { script: 'octavo-db.sh', given: 'sqlite a.db', catalog: "It's", language: 'zh-cn' } as const

  expect(toolExample('https://docs.example.org', key, call)).toBe(
    [
      `curl --fail --silent --show-error 'https://docs.example.org/tools/octavo-db.sh' --output octavo-db.sh`,
      `OCTAVO_URL='https://docs.example.org' \\`,
      `  OCTAVO_KEY='key-1' \\`,
      `  OCTAVO_TOKEN='_token' \\`,
      `  OCTAVO_CATALOG='It'\\''s' \\`,
      `  OCTAVO_LANGUAGE=zh-cn \\`,
      '  sh octavo-db.sh sqlite a.db',
    ].join('\n'),
  )
})
