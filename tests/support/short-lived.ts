import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import path from 'node:path'

/**
 * What Node is told before a program of the product that runs for one test alone. Left alone, it makes the embedded
 * database's code faster from the first statements on: that takes a second of the processor, more than a program saves by
 * it that asks for less than 1,500 statements. Here code waits a hundred times as long for it, which a start does not
 * reach; what it does is the same.
 */
export const SHORT_LIVED = ['--wasm-tiering-budget=1300000000']

const COMPILED = path.resolve(import.meta.dirname, '../../node_modules/.cache/octavo/compiled')

/** Where a command finds what Node compiled for it before. The server has a place of its own for that. */
export const compiledFor = (entry: string): Readonly<Record<string, string>> =>
  entry === 'server/main.ts' ? {} : { NODE_COMPILE_CACHE: COMPILED }

/** Runs a program of the tests themselves that ends with one of them. */
export const spawnScript = (script: string, ...given: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [...SHORT_LIVED, script, ...given], { env: { ...process.env, ...compiledFor(script) } })
