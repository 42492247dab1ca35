// What numbers mean, in words. Tooltips alone would leave out whoever has no mouse.

export function Meanings({ of }: { of: Record<string, string> }) {
  return (
    <details class="meanings">
      <summary>What do these numbers mean?</summary>
      <dl>
        {Object.entries(of).map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}.</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
