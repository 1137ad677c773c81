/** The `OTEL_*` variables; those read by the exporters themselves, such as addresses and headers, are left out. */
export interface TelemetrySettings {
  readonly traces: boolean
  readonly metrics: boolean
  readonly sampler: SamplerName
  /** For a ratio, from 0 to 1. */
  readonly ratio: number
  /** Milliseconds between two exports. */
  readonly spansEveryMs: number
  readonly metricsEveryMs: number
  /** Settings that are not supported, one line each for operators. */
  readonly problems: readonly string[]
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof SAMPLERS)[number]

const ADDRESSES = {
  traces: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  metrics: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
} as const
const PROTOCOLS = [
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_EXPORTER_OTLP_METRICS_PROTOCOL',
]

type Environment = Readonly<Record<string, string | undefined>>

/** Null when nothing is to be sent, so that no telemetry code is loaded. */
export function telemetrySettings(environment: Environment): TelemetrySettings | null {
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return null
  const traces = isSent('traces', environment)
  const metrics = isSent('metrics', environment)
  if (!traces && !metrics) return null
  const problems: string[] = []
  for (const name of PROTOCOLS) {
    const protocol = environment[name]
    if (protocol && protocol !== 'http/json')
      problems.push(`${name}=${protocol}: only http/json is spoken; name the collector's address for HTTP.`)
  }
  const number = (name: string, fallback: number): number => {
    const text = environment[name]
    if (!text) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value > 0) return value
    problems.push(`${name}=${text}: must be a whole number of milliseconds; ${fallback} is taken.`)
    return fallback
  }
  return {
    traces,
    metrics,
    ...sampling(environment, problems),
    spansEveryMs: number('OTEL_BSP_SCHEDULE_DELAY', 5_000),
    metricsEveryMs: number('OTEL_METRIC_EXPORT_INTERVAL', 60_000),
    problems,
  }
}

function isSent(what: keyof typeof ADDRESSES, environment: Environment): boolean {
  if (!environment['OTEL_EXPORTER_OTLP_ENDPOINT'] && !environment[ADDRESSES[what]]) return false
  return environment[`OTEL_${what.toUpperCase()}_EXPORTER`] !== 'none'
}

function sampling(environment: Environment, problems: string[]): Pick<TelemetrySettings, 'sampler' | 'ratio'> {
  const asked = environment['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on'
  const sampler = SAMPLERS.find((name) => name === asked)
  if (!sampler) problems.push(`OTEL_TRACES_SAMPLER=${asked}: must be one of ${SAMPLERS.join(', ')}; all are taken.`)
  const text = environment['OTEL_TRACES_SAMPLER_ARG'] || '1'
  const ratio = Number(text)
  const isRatio = ratio >= 0 && ratio <= 1
  if (!isRatio) problems.push(`OTEL_TRACES_SAMPLER_ARG=${text}: must be a number from 0 to 1; 1 is taken.`)
  return { sampler: sampler ?? 'parentbased_always_on', ratio: isRatio ? ratio : 1 }
}
