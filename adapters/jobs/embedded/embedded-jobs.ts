import type { JobHandler, JobRunner, JobSchedule } from '#core/ports/jobs.ts'
import { JOB_TIMES, JobLoop, type JobSurroundings, type JobTimes } from '../job-loop.ts'

/** Runs the jobs of the table in this process. */
export class EmbeddedJobs implements JobRunner {
  readonly #loop: JobLoop

  constructor(surroundings: JobSurroundings, times: Partial<JobTimes> = {}) {
    this.#loop = new JobLoop(surroundings, { ...JOB_TIMES, ...times }, (job) => this.#loop.run(job))
  }
  start(handlers: ReadonlyMap<string, JobHandler>, schedules: readonly JobSchedule[]): Promise<void> {
    return this.#loop.start(handlers, schedules)
  }
  wake(): void {
    this.#loop.wake()
  }
  stop(): Promise<void> {
    return this.#loop.stop()
  }
}
