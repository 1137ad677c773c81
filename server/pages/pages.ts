import type { FastifyInstance } from 'fastify'
import type { House } from '../house.ts'

/** Everything people see: the server-rendered reader, the shell of the other screens, static files. */
export async function registerPages(_app: FastifyInstance, _house: House): Promise<void> {}
