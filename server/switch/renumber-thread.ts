import { workerData } from 'node:worker_threads'
import { renumber, type IdsHere } from './renumbered.ts'
import { ShowdocDatabase } from './showdoc-database.ts'

/** The thread of `renumberApart`, which ends when all rows have their ids. */
const { file, idsHere, people } = workerData as {
  readonly file: string
  readonly idsHere: IdsHere
  readonly people: readonly number[] | null
}
const database = new ShowdocDatabase(file)
try {
  renumber(database, idsHere, people)
} finally {
  database.close()
}
