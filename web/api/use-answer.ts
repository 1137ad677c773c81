import { use, useMemo, useState, useSyncExternalStore } from 'react'
import type { CoreOperations } from '#core/operations.ts'
import type { Answer, Watch } from './answer.ts'
import { AnswersContext, questionKey, type Answers } from './answers.ts'
import type { AnswerOf, Group, InputOf, NameIn } from './api-types.ts'

export interface AnswerOptions {
  /** Whether it is asked at all; true when left out. */
  readonly isEnabled?: boolean
  /** It neither gets old nor is asked a second time after a failure. */
  readonly isAskedOnce?: boolean
}

/** The answers around this part. @throws where there are none */
export function useAnswers(): Answers {
  const answers = use(AnswersContext)
  if (!answers) throw new Error('there are no answers around this part')
  return answers
}

/**
 * The answer to a query for what is drawn before the API's client is there: the document's own at first, from then on
 * the client's. The screen shows refusals itself.
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

/** The same answer, with the one before in its place while it is awaited. */
export function useLastAnswer<A>(answer: Answer<A>): Answer<A> {
  const [last, setLast] = useState(answer.data)
  if (answer.data !== undefined && answer.data !== last) setLast(answer.data)
  return answer.isLoading && last !== undefined ? { ...answer, data: last, isLoading: false } : answer
}

/** Whether the question is the one that was on screen before the client came: then it is no reason to ask again. */
function useWasAskedWithout(client: unknown, key: string): boolean {
  const [before, setBefore] = useState<string | null>(client ? null : key)
  const next = !client || before === key ? key : null
  if (next !== before) setBefore(next)
  return next !== null
}

const nothing = () => {}
// Some browsers remember that a module could not be had; a new document holds the answer itself.
const reload = () => location.reload()
const NOT_ASKED: Watch = fixed({ data: undefined, error: null, isLoading: false, refetch: nothing })

function fixed(answer: Answer<unknown>): Watch {
  return { current: () => answer, subscribe: () => nothing }
}

/** What the document holds, or the loading of the client that will ask for it. */
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
