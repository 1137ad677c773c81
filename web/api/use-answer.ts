import { use, useMemo, useState, useSyncExternalStore } from 'react'
import type { CoreOperations } from '#core/operations.ts'
import type { Answer, Watch } from './answer.ts'
import { AnswersContext, questionKey, type Answers } from './answers.ts'
import type { AnswerOf, Group, InputOf, NameIn } from './api-types.ts'

export interface AnswerOptions {
  /** Whether to query at all; true when left out. */
  readonly isEnabled?: boolean
  /** The answer never becomes outdated, and is not retried after a failure. */
  readonly isAskedOnce?: boolean
}

/** The answers of the surrounding document. @throws when there are none */
export function useAnswers(): Answers {
  const answers = use(AnswersContext)
  if (!answers) throw new Error('there are no answers around this part')
  return answers
}

/**
 * The answer to a query that is rendered before the API client is loaded: initially from the document, later from the
 * client. The screen shows refusals itself.
 */
export function useAnswer<G extends Group, N extends NameIn<G>>(
  group: G,
  name: N,
  input: InputOf<CoreOperations[G][N]>,
  { isEnabled = true, isAskedOnce = false }: AnswerOptions = {},
): Answer<AnswerOf<CoreOperations[G][N]>> {
  const answers = useAnswers()
  const client = useSyncExternalStore(answers.subscribe, answers.client, () => null)
  const key = questionKey({ operation: [group, name], input })
  const isOnScreen = useWasAskedWithout(client, key)
  const watch = useMemo(() => {
    if (!isEnabled) return NOT_ASKED
    return client?.watch(key, { isAskedOnce, isOnScreen }) ?? watchOfDocument(answers, key)
  }, [answers, client, key, isEnabled, isAskedOnce, isOnScreen])
  const answer = useSyncExternalStore(watch.subscribe, watch.current, watch.current)
  return answer
}

/** The same answer, with the previous one shown while it is loading. */
export function useLastAnswer<A>(answer: Answer<A>): Answer<A> {
  const [last, setLast] = useState(answer.data)
  if (answer.data !== undefined && answer.data !== last) setLast(answer.data)
  return answer.isLoading && last !== undefined ? { ...answer, data: last, isLoading: false } : answer
}

/** Whether this query was on screen before the client was loaded: then it is not repeated. */
function useWasAskedWithout(client: unknown, key: string): boolean {
  const [before, setBefore] = useState<string | null>(client ? null : key)
  const next = !client || before === key ? key : null
  if (next !== before) setBefore(next)
  return next !== null
}

const nothing = () => {}
// Some browsers remember that loading a module failed; a new document contains the answer itself.
const reload = () => location.reload()
const NOT_ASKED: Watch = fixed({ data: undefined, error: null, isLoading: false, refetch: nothing })

function fixed(answer: Answer<unknown>): Watch {
  return { current: () => answer, subscribe: () => nothing }
}

/** The answer in the document, or the promise of the client that will ask for it. */
function watchOfDocument(answers: Answers, key: string): Watch {
  const known = answers.known(key)
  if (known) return fixed({ data: known.answer, error: null, isLoading: false, refetch: nothing })
  const listeners = new Set<() => void>()
  let answer: Answer<unknown> = { data: undefined, error: null, isLoading: true, refetch: reload }
  const fail = (error: Error) => {
    answer = { data: undefined, error, isLoading: false, refetch: reload }
    for (const listener of listeners) listener()
  }
  return {
    current: () => answer,
    subscribe(listener) {
      listeners.add(listener)
      answers.load().catch(fail)
      return () => listeners.delete(listener)
    },
  }
}
