import { readFile } from 'node:fs/promises'

/** The resident memory of a process. */
export async function residentMiB(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
