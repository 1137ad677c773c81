import { parentPort, workerData } from 'node:worker_threads'
import { surveyOf } from './survey.ts'

/** The thread of `surveyOfLarge`, which ends when it has posted its result. */
const port = parentPort
if (port === null) throw new Error('a survey is made in a thread of its own')
const { file } = workerData as { readonly file: string }
port.postMessage(surveyOf(file))
