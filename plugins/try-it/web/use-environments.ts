import { useState } from 'react'
import { ownName } from '#web/session/own-names.ts'
import type { Environment } from '../environment.ts'
import { tryApi, useTryUtils } from './try-api.ts'

/** The environment last selected for calls of an item, in this browser. Only its name is stored there. */
const keyOf = (itemId: number): string => ownName(`try_environment.${itemId}`)

/** This person's environments for the calls of an item. */
export function useEnvironments(environments: readonly Environment[], itemId: number) {
  const utils = useTryUtils()
  const [name, setName] = useState(() => localStorage.getItem(keyOf(itemId)) ?? '')
  const save = tryApi.keepEnvironments.useMutation({
    meta: { isQuiet: true },
    // A refused change can then be saved again, based on what the other window has stored.
    onSettled: () => utils.environments.invalidate(),
  })
  const choose = (wished: string) => {
    setName(wished)
    if (wished === '') localStorage.removeItem(keyOf(itemId))
    else localStorage.setItem(keyOf(itemId), wished)
  }
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
    /** @param former its previous name; '' for a new one */
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
