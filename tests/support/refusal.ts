import { isRefusal, type DomainError } from '#core/errors.ts'

/** The refusal of `work`. @throws Error when it succeeds, and any other error */
export async function refusalBy(work: Promise<unknown>): Promise<DomainError> {
  try {
    await work
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
  throw new Error('nothing was refused')
}

/** The kind of refusal of `work`, or 'nothing'. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: unknown) => {
      if (isRefusal(error)) return error.kind
      throw error
    },
  )

/** The outcome of each call, by its name. */
export const outcomesOf = async (calls: Readonly<Record<string, Promise<unknown>>>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await outcomeOf(call)] as const)),
  )
