import { EmbeddedJobs } from '#adapters/jobs/embedded/embedded-jobs.ts'
import { jobsContract } from './jobs.ts'

jobsContract('embedded', (surroundings, times) => new EmbeddedJobs(surroundings, times))
