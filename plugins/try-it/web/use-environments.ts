import { useState } from 'react'
import type { Environment } from '../environment.ts'
import { tryApi, useTryUtils } from './try-api.ts'

/** The environment that was chosen last, for the other pages of this visit. */
let chosenBefore = ''

/** What this person has put in for calls. */
export function useEnvironments(environments: readonly Environment[]) {
  const utils = useTryUtils()
  const [name, setName] = useState(chosenBefore)
  const save = tryApi.keepEnvironments.useMutation({
    meta: { isQuiet: true },
    // What was refused is then saved upon what the other window has kept.
    onSettled: () => utils.environments.invalidate(),
  })
  const choose = (wished: string) => setName((chosenBefore = wished))
  const write = (list: readonly Environment[], chosen: string, done?: () => void) =>
    save.mutate(
      { environments: copied(list), before: copied(environments) },
      {
        onSuccess: () => {
          choose(chosen)
          done?.()
        },
      },
    )
  return {
    environments,
    chosen: environments.find((each) => each.name === name) ?? null,
    isBusy: save.isPending,
    error: save.error,
    choose,
    /** @param former the name it had; '' for a new one */
    keep(environment: Environment, former: string, done?: () => void) {
      const isThere = environments.some((each) => each.name === former)
      const list = isThere
        ? environments.map((each) => (each.name === former ? environment : each))
        : [...environments, environment]
      write(list, environment.name, done)
    },
    remove(gone: string, done?: () => void) {
      write(
        environments.filter((each) => each.name !== gone),
        '',
        done,
      )
    },
  }
}
const copied = (list: readonly Environment[]) =>
  list.map((each) => ({ ...each, hosts: [...each.hosts], variables: [...each.variables] }))
export type Environments = ReturnType<typeof useEnvironments>
