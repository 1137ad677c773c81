import { expect, it } from 'vitest'
import { telemetrySettings } from './telemetry-settings.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'

it('is nothing without an address, and where it is switched off', () => {
  expect(telemetrySettings({})).toBeNull()
  expect(telemetrySettings({ OTEL_SERVICE_NAME: 'docs' })).toBeNull()
  expect(telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(
    telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }),
  ).toBeNull()
})

it('sends traces and metrics each to where it is said', () => {
  expect(telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    ...{ traces: true, metrics: true, sampler: 'parentbased_always_on', ratio: 1 },
    ...{ spansEveryMs: 5_000, metricsEveryMs: 60_000, problems: [] },
  })
  expect(telemetrySettings({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318/v1/metrics' })).toMatchObject({
    ...{ traces: false, metrics: true },
  })
  expect(telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none' })).toMatchObject({
    ...{ traces: true, metrics: false },
  })
})

it('tells what is set and cannot be done, and goes on without it', () => {
  const told = telemetrySettings({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '7',
    OTEL_BSP_SCHEDULE_DELAY: 'soon',
  })

  expect(told).toMatchObject({ sampler: 'parentbased_always_on', ratio: 1, spansEveryMs: 5_000 })
  expect(told?.problems.map((line) => line.split('=')[0])).toEqual([
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
    'OTEL_BSP_SCHEDULE_DELAY',
  ])
  expect(
    telemetrySettings({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      ...{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25', OTEL_METRIC_EXPORT_INTERVAL: '1000' },
    }),
  ).toMatchObject({ sampler: 'traceidratio', ratio: 0.25, metricsEveryMs: 1_000, problems: [] })
})
