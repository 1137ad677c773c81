import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Context } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  type Resource,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { AnsweredCall, EndedJob, ServerHealth } from '#core/ports/health.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { withinTime } from '#core/within-time.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { meteredBy } from './metered.ts'
import { reported } from './reported-exporter.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

const NAME = 'octavo'
/** An unreachable collector must not delay the shutdown of the server. */
const LAST_EXPORT_MS = 3_000
const EXPORT_MS = 10_000

interface Watched {
  readonly health: ServerHealth
  readonly log: Log
}

/**
 * Sends telemetry by OTLP over HTTP. Names and attributes are the product's own: no requested addresses, no names of
 * people, no content.
 * @returns a function that sends the rest and shuts down
 */
export function exportTelemetry(settings: TelemetrySettings, watched: Watched): () => Promise<void> {
  const resource = resourceFromAttributes({ 'service.name': NAME, 'service.version': packageJson.version })
    .merge(defaultResource())
    .merge(resourceFromAttributes({ 'service.name': NAME }))
    .merge(detectResources({ detectors: [envDetector] }))
  const providers = [
    ...(settings.traces ? [tracesOf(settings, watched, resource)] : []),
    ...(settings.metrics ? [metricsOf(settings, watched, resource)] : []),
  ]
  return async () => {
    for (const provider of providers)
      await withinTime('the last telemetry', LAST_EXPORT_MS, () => provider.shutdown()).catch(() => undefined)
  }
}

function tracesOf({ sampler, ratio, spansEveryMs }: TelemetrySettings, { health, log }: Watched, resource: Resource) {
  const exporter = reported(new OTLPTraceExporter(), 'traces', log)
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: spansEveryMs, exportTimeoutMillis: EXPORT_MS }),
    ],
  })
  const tracer = provider.getTracer(NAME, packageJson.version)
  health.follow((call) => {
    const { operation, status, ms, requestId, traceparent } = call
    const endTime = Date.now()
    const attributes = { 'http.response.status_code': status, 'octavo.request_id': requestId }
    const options = { kind: SpanKind.SERVER, startTime: endTime - ms, attributes }
    const span = tracer.startSpan(operation, options, contextOf({ traceparent }))
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endTime)
  })
  health.followJobs(({ name, ms, hasFailed }) => {
    const endTime = Date.now()
    const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, startTime: endTime - ms }, ROOT_CONTEXT)
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endTime)
  })
  return provider
}

function samplerOf(name: TelemetrySettings['sampler'], ratio: number): Sampler {
  const of = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const [, isBased, root] = /^(parentbased_)?(\w+)$/.exec(name) ?? []
  const sampler = of[root as keyof typeof of]()
  return isBased ? new ParentBasedSampler({ root: sampler }) : sampler
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The caller's trace context, in the W3C format. */
function contextOf({ traceparent }: Pick<AnsweredCall, 'traceparent'>): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function metricsOf({ metricsEveryMs }: TelemetrySettings, { health, log }: Watched, resource: Resource) {
  const exporter = reported(new OTLPMetricExporter(), 'metrics', log)
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricsEveryMs,
    exportTimeoutMillis: Math.min(EXPORT_MS, metricsEveryMs),
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  const meter = provider.getMeter(NAME, packageJson.version)
  const durations = meter.createHistogram('http.server.request.duration', {
    description: 'How long answers took, by operation or pattern of the address.',
    unit: 's',
    advice: { explicitBucketBoundaries: SECONDS },
  })
  const jobs = meter.createHistogram('octavo.job.duration', {
    description: 'How long jobs took.',
    unit: 's',
    advice: { explicitBucketBoundaries: SECONDS },
  })
  health.follow((call) => durations.record(call.ms / 1_000, attributesOf(call)))
  health.followJobs(({ name, ms, hasFailed }: EndedJob) =>
    jobs.record(ms / 1_000, { 'octavo.job': name, 'octavo.failed': hasFailed }),
  )
  meteredBy(meter, health)
  return provider
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const attributesOf = ({ operation, status }: AnsweredCall): Attributes => ({
  'octavo.operation': operation,
  'http.response.status_code': status,
})
