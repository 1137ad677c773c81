/** For other plugins, apart from `api.ts`, which would load the core in every thread: writes a zip as it is consumed. */
export { putEntry, zipStream } from './zip-stream.ts'
