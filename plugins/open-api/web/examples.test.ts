import { expect, it } from 'vitest'
import { fileExample, jsonExample } from './examples.ts'

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
