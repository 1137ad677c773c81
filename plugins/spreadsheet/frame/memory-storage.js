// An origin of nobody has no storage, and luckysheet asks for it at its start: it gets one that forgets.
for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map()
  Object.defineProperty(window, name, {
    configurable: true,
    value: {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
    },
  })
}
