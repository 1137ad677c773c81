import { useEffect, useState, useSyncExternalStore } from 'react'
import { sendFile } from './send-file.ts'
import { UploadQueue } from './upload-queue.ts'
import { isRunning, type Upload } from './upload.ts'

export interface Uploads {
  readonly queue: UploadQueue
  readonly list: readonly Upload[]
  readonly areRunning: boolean
}

/** Uploads of a screen: running ones are aborted when it is left. */
export function useUploads(): Uploads {
  const [queue] = useState(() => new UploadQueue(sendFile))
  const list = useSyncExternalStore(queue.subscribe, queue.uploads, queue.uploads)
  useEffect(() => () => queue.end(), [queue])
  return { queue, list, areRunning: list.some(isRunning) }
}
