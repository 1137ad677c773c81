import { expect, it } from 'vitest'
import { Argon2Passwords } from '#adapters/login/password/argon2-passwords.ts'
import { CarriedPasswords } from '#adapters/login/password/carried-passwords.ts'
import { describeShowdocs, expectedOf, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'
import { openShowdoc } from './look.ts'
import { usersIn } from './users.ts'

const passwords = new CarriedPasswords(new Argon2Passwords({ memoryKiB: 64, passes: 1 }))

describeShowdocs(SHOWDOC_VERSIONS, 'the passwords of a ShowDoc %s', (version) => {
  it('are those people type, and no others', async () => {
    const showdoc = await openShowdoc(showdocFolder(version))
    const users = usersIn(showdoc.database)
    await showdoc.close()
    const typed = new Map(expectedOf(version).users.map(({ uid, password }) => [uid, password]))

    const answers = users.map(async ({ id, passwordHash, salt }) => {
      const stored = await passwords.carried({ hash: passwordHash, salt })
      const word = typed.get(id) ?? ''
      return [await passwords.matches(word, stored), await passwords.matches(`${word} `, stored)]
    })

    expect(await Promise.all(answers)).toEqual(users.map(() => [true, false]))
  })
})
