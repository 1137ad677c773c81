import { beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'
import { peopleNamed } from './people.ts'

let home: World
beforeAll(async () => {
  home = await world()
})
const named = async (...typed: string[]) =>
  (await peopleNamed({ store: home.product.database }, typed)).map(({ id }) => id)

describe('people by their usernames', () => {
  it('come in the order asked for, each once, however the name is typed', async () => {
    const { editor, reader } = home

    expect(await named(editor.username, reader.username)).toEqual([editor.id, reader.id])
    expect(await named(` ${reader.username.toUpperCase()} `, editor.username, reader.username)).toEqual([
      reader.id,
      editor.id,
    ])
  })

  it('[ISET-15] are refused together when one of them is unknown', async () => {
    const { editor } = home

    expect(await outcomeOf(named(editor.username, 'nobody'))).toBe('unknownUser')
    expect(await outcomeOf(named(editor.account.email ?? ''))).toBe('unknownUser')
    expect(await outcomeOf(named(''))).toBe('unknownUser')
  })
})
