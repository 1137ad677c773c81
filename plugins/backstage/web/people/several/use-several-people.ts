import { useEffect, useRef, useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { ADDED_AT_ONCE, inGroups, isGood, joinedPlans, LOOKED_AT_ONCE, type PlannedPerson } from './people-in-groups.ts'
import type { TypedPerson } from './people-rows.ts'

export interface SeveralPeople {
  /** The outcome for each row; null before a look. */
  readonly planned: readonly PlannedPerson[] | null
  /** How far the current step is, in rows; null when there is none. */
  readonly progress: { readonly step: 'look' | 'add'; readonly done: number; readonly of: number } | null
  /** What was done so far. Those people are no longer planned. */
  readonly done: { readonly added: number; readonly invited: number }
  readonly error: unknown
  look(people: readonly TypedPerson[]): void
  /** Adds those without a problem. `onAdded` is called once all of them are. */
  add(onAdded: (all: SeveralPeople['done']) => void): void
  /** For another table. */
  forget(): void
}

const sent = (people: readonly TypedPerson[]) => ({
  people: people.map(({ username, name, email, password }) => ({ username, name, email, password })),
})

/** Looks at a table of people and adds them, in several calls. It stops when the component is unmounted. */
export function useSeveralPeople(): SeveralPeople {
  const cache = api.useUtils()
  const [planned, setPlanned] = useState<SeveralPeople['planned']>(null)
  const [progress, setProgress] = useState<SeveralPeople['progress']>(null)
  const [done, setDone] = useState({ added: 0, invited: 0 })
  const [error, setError] = useState<unknown>(null)
  const quietly = { meta: { isQuiet: true } } as const
  const { mutateAsync: preview } = api.adminUser.previewSeveral.useMutation(quietly)
  const { mutateAsync: addSome } = api.adminUser.addSeveral.useMutation(quietly)
  // A later run ends the one before.
  const run = useRef(0)
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )

  /** Calls `work` for one group after the other; another run, or unmounting, ends it. */
  async function each(
    step: 'look' | 'add',
    groups: readonly (readonly TypedPerson[])[],
    work: (group: readonly TypedPerson[]) => Promise<void>,
  ): Promise<'whole' | 'failed' | 'ended'> {
    run.current += 1
    const own = run.current
    const of = groups.flat().length
    let done = 0
    try {
      for (const group of groups) {
        setProgress({ step, done, of })
        await work(group)
        if (run.current !== own) return 'ended'
        done += group.length
      }
      return 'whole'
    } catch (failure) {
      if (run.current !== own) return 'ended'
      setError(failure)
      return 'failed'
    } finally {
      if (run.current === own) setProgress(null)
    }
  }

  async function look(people: readonly TypedPerson[]): Promise<void> {
    const seen: PlannedPerson[] = []
    let left = Infinity
    const end = await each('look', inGroups(people, LOOKED_AT_ONCE), async (group) => {
      const { rows, invitationsLeft } = await preview(sent(group))
      left = Math.min(left, invitationsLeft)
      seen.push(...rows.flatMap((row, at) => (group[at] ? [{ ...row, person: group[at] }] : [])))
    })
    if (end === 'whole') setPlanned(joinedPlans(seen, left))
  }

  async function add(onAdded: (all: SeveralPeople['done']) => void): Promise<void> {
    const good = (planned ?? []).filter(isGood).map(({ person }) => person)
    const left = new Set((planned ?? []).map(({ person }) => person))
    let all = done
    setError(null)
    const end = await each('add', inGroups(good, ADDED_AT_ONCE), async (group) => {
      const { added, invited } = await addSome(sent(group))
      all = { added: all.added + added, invited: all.invited + invited }
      setDone(all)
      for (const person of group) left.delete(person)
      setPlanned((rows) => rows && rows.filter(({ person }) => left.has(person)))
    })
    void cache.adminUser.invalidate()
    void cache.invitation.invalidate()
    if (end === 'whole') onAdded(all)
    // Something has changed since the look, such as a name that somebody else has taken.
    else if (end === 'failed') await look([...left])
  }

  return {
    planned,
    progress,
    done,
    error,
    look(people) {
      setError(null)
      void look(people)
    },
    add: (onAdded) => void add(onAdded),
    forget() {
      run.current += 1
      setPlanned(null)
      setDone({ added: 0, invited: 0 })
      setProgress(null)
      setError(null)
    },
  }
}
