import { parentPort, workerData } from 'node:worker_threads'
import { surveyOf } from './survey.ts'

/** The thread of `surveyOfLarge`: it ends when it has said what it found. */
const { file } = workerData as { readonly file: string }
parentPort?.postMessage(surveyOf(file))
