import path from 'node:path'

/**
 * What Node is told before a program of the product that runs for one test alone. Left alone, it makes the embedded
 * database's code faster from the first statements on: that takes a second of the processor, more than a program saves by
 * it that asks for less than 1,500 statements. Here code waits ten times as long for it; what it does is the same.
 */
export const SHORT_LIVED = ['--wasm-tiering-budget=130000000']

const COMPILED = path.resolve(import.meta.dirname, '../../node_modules/.cache/octavo/compiled')

/** Where a command finds what Node compiled for it before. The server has a place of its own for that. */
export const compiledFor = (entry: string): Readonly<Record<string, string>> =>
  entry === 'server/main.ts' ? {} : { NODE_COMPILE_CACHE: COMPILED }
