import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import path from 'node:path'

/**
 * Node options for a program of the product that runs for a single test. By default, Node starts optimising the
 * embedded database's code with the first statements: this takes a second of CPU time, more than a program with fewer
 * than 1,500 statements saves by it. With this option, code is optimised a hundred times later, which a start does not
 * reach; the behaviour is the same.
 */
export const SHORT_LIVED = ['--wasm-tiering-budget=1300000000']

const COMPILED = path.resolve(import.meta.dirname, '../../node_modules/.cache/octavo/compiled')

/** Where a command finds the code that Node compiled for it before. The server has its own cache, not that of the tests. */
export const compiledFor = (entry: string): Readonly<Record<string, string | undefined>> => ({
  NODE_COMPILE_CACHE: entry === 'server/main.ts' ? undefined : COMPILED,
})

/** Runs a test program that ends with the test. */
export const spawnScript = (script: string, ...given: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [...SHORT_LIVED, script, ...given], { env: { ...process.env, ...compiledFor(script) } })
