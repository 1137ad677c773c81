import { z } from 'zod'

/** The backup format this version writes and reads. */
export const FORMAT = 1

const Sum = z.string().min(1)

/** The first entry of a backup, `octavo.json`. */
export const Head = z.object({
  octavo: z.literal(FORMAT),
  /** Version of the product that wrote it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  schema: z.object({
    migrations: z.array(z.string()).readonly(),
    plugins: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
  }),
  tables: z
    .array(
      z.object({
        name: z.string(),
        columns: z.array(z.object({ name: z.string(), type: z.string() })).readonly(),
        /** Its definition, for tables of plugins that are no longer installed. */
        definition: z
          .object({ made: z.array(z.string()).readonly(), linked: z.array(z.string()).readonly() })
          .optional(),
      }),
    )
    .readonly(),
  /** Id of the key with which secrets in the database are sealed; '' for a site that never started. */
  keyId: z.string(),
})
export type Head = z.output<typeof Head>

/** The last entry before the checksum, `counts.json`. */
export const Counts = z.object({
  /** By table name. */
  tables: z.record(z.string(), z.object({ rows: z.int(), sum: Sum })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })).readonly(),
  files: z.object({
    count: z.int(),
    bytes: z.int(),
    /** Keys of files that were missing or damaged when they were copied. */
    missing: z.array(z.string()),
    /** Number of files in storages that backups do not include, by storage name. */
    elsewhere: z.record(z.string(), z.int()),
  }),
})
export type Counts = z.output<typeof Counts>

/** Names of the entries. */
export const HEAD = 'octavo.json'
export const COUNTS = 'counts.json'
export const SEALED_KEY = 'secret.key.sealed'
export const FILES = 'files/'
export const PLUGINS = 'plugins/'
export const rowsEntry = (table: string, part: number): string =>
  `database/${table}/${String(part).padStart(6, '0')}.jsonl`
export const tableOfEntry = (name: string): string | null => /^database\/(.+)\/\d+\.jsonl$/.exec(name)?.[1] ?? null
