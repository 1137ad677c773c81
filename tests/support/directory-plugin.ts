import { PLUGIN_API_VERSION, contribute, definePlugin, loginMethods, type ExternalIdentity } from '#core/plugin.ts'

/** A person in the directory. */
export interface DirectoryPerson extends ExternalIdentity {
  readonly password: string
}

/** A directory of an organisation, as far as logins use it. */
export class FakeDirectory {
  readonly people: DirectoryPerson[] = []
  /** The names looked up. */
  readonly asked: string[] = []
  /** How lookups behave. */
  state: 'works' | 'throws' | 'hangs' | 'gives rubbish' = 'works'
  /** The number of aborted lookups. */
  stopped = 0

  async verify(username: string, password: string, signal: AbortSignal): Promise<ExternalIdentity | null> {
    this.asked.push(username)
    if (this.state === 'throws') throw new Error('the directory is on fire')
    if (this.state === 'gives rubbish') return { uid: username } as unknown as ExternalIdentity
    if (this.state === 'hangs') {
      signal.addEventListener('abort', () => (this.stopped += 1))
      return new Promise(() => {})
    }
    const names = ({ username: name, email }: DirectoryPerson) => [name.toLowerCase(), email?.toLowerCase()]
    const found = this.people.find((person) => names(person).includes(username.toLowerCase()))
    if (found?.password !== password) return null
    const { password: _, ...identity } = found
    return identity
  }
}

/** Lets the people of a directory log in. */
export const directoryPlugin = (id: string, directory: FakeDirectory) =>
  definePlugin({
    id,
    apiVersion: PLUGIN_API_VERSION,
    summary: 'Asks a directory of a test.',
    contributes: [
      contribute(loginMethods, {
        id,
        title: { en: `the directory ${id}`, 'zh-cn': `目录 ${id}` },
        // Only hanging lookups reach this limit.
        limitMs: 50,
        verify: (_, { username, password }, signal) => directory.verify(username, password, signal),
      }),
    ],
  })
