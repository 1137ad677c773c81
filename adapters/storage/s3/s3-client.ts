import type * as sdkModule from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from './s3-settings.ts'

export type Sdk = typeof sdkModule
export interface OpenedS3 {
  readonly sdk: Sdk
  readonly client: S3Client
}

// Only loaded when configured: it is larger than everything else the server loads.
export async function openS3(
  { endpoint, region, key: accessKeyId, secret: secretAccessKey, isPathStyle: forcePathStyle }: S3Settings,
  { connectMs, totalMs }: { readonly connectMs: number; readonly totalMs: number },
): Promise<OpenedS3> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    // Otherwise it prints its own lines about each failure.
    logger: SILENT,
    // Servers other than Amazon's refuse checksums in trailers, or store them as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: totalMs, throwOnRequestTimeout: true },
  })
  return { sdk, client }
}

const nothing = (): void => undefined
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing, trace: nothing }
