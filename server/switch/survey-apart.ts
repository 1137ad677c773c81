import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { surveyOf, type Survey } from './survey.ts'

/** Smaller ones take less time than starting a thread. */
const APART_FROM_BYTES = 16 * 1024 ** 2

/** `surveyOf`, in a thread when it takes long: 250 MB take seconds, during which a server could not answer. */
export async function surveyOfLarge(file: string, bytes: number): Promise<Survey> {
  if (bytes < APART_FROM_BYTES) return surveyOf(file)
  const thread = new Worker(new URL('survey-thread.ts', import.meta.url), { workerData: { file } })
  const ended = once(thread, 'exit')
  ended.catch(() => undefined)
  // Rejects with the error of the thread.
  const [survey] = (await once(thread, 'message')) as [Survey]
  await ended
  return survey
}
