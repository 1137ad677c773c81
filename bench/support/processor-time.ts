import { readFile } from 'node:fs/promises'

/** Of the kernel's counters. */
const TICKS_PER_SECOND = 100

/** The processor time of a process so far, in seconds, with all its threads: other load on the machine does not count. */
export async function processorSeconds(processId: number): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8')
  // The name before them may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The processor time of the main thread of a process so far, in milliseconds: what others wait for while it works. */
export async function mainThreadMs(processId: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${processId}/task/${processId}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1e6
}
