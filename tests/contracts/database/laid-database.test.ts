import { expect, it, onTestFinished } from 'vitest'
import { dropLaidDatabase, laidDatabase, nameOfNew, POSTGRES_URL, queriedOnServer } from './postgres.ts'

const databasesOf = (name: string): Promise<readonly unknown[]> =>
  queriedOnServer('select datname from pg_database where datname like $1', [`${name}%`])

it.skipIf(POSTGRES_URL === undefined)(
  'a database for copies that cannot be made says why to each who needs it, and nothing of it stays',
  async () => {
    const name = nameOfNew()
    onTestFinished(() => dropLaidDatabase(name))
    const fail = async () => {
      throw new Error('no room on the disk')
    }

    await expect(laidDatabase(name, fail)).rejects.toThrow('no room on the disk')
    await expect(laidDatabase(name, fail)).rejects.toThrow('no room on the disk')
    expect(await databasesOf(name)).toHaveLength(1)

    await dropLaidDatabase(name)
    expect(await databasesOf(name)).toEqual([])
  },
)
