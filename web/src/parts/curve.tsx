// The value of the game for each role, step by step.

import type { Facts } from "../types";
import { percent, plural, roleColour } from "../words";

interface Props {
  game: Facts;
  values: (Record<string, number> | undefined)[];
  at: number;
  onStep: (step: number) => void;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [420, 150, 30, 20];

export function Curve({ game, values, at, onStep }: Props) {
  const known = values.map((one, step) => ({ step, one })).filter((entry) => entry.one && Object.keys(entry.one).length);
  const last = Math.max(1, values.length - 1);
  const x = (step: number) => LEFT + ((WIDTH - LEFT - 8) * step) / last;
  const y = (value: number) => 8 + (HEIGHT - BOTTOM - 8) * (1 - value);
  const latest = known[known.length - 1];
  const told = latest ? Object.entries(latest.one!).map(([role, value]) => `${role} ${percent(value)}`).join(", ") : "";
  const label = latest
    ? `Expected goals over ${plural(known.length, "step")}; last known after ${plural(latest.step, "move")}: ${told}`
    : "No value is known yet";
  return (
    <figure class="curve">
      <figcaption>
        Expected goal of each role, 0 to 100{" "}
        <span class="note">{told ? `(last ${told})` : "(as soon as a player has thought about it)"}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, 0.5, 1].map((value) => (
          <g key={value}>
            <line class="axis" x1={LEFT} x2={WIDTH - 8} y1={y(value)} y2={y(value)} />
            <text class="axis-text" x={LEFT - 6} y={y(value) + 4}>
              {100 * value}
            </text>
          </g>
        ))}
        <line class="now" x1={x(at)} x2={x(at)} y1={4} y2={HEIGHT - BOTTOM} />
        {game.players.map((role) => {
          const points = known.filter(({ one }) => one![role] !== undefined);
          const colour = roleColour(game.players, game.colours, role);
          const line = points.map(({ step, one }) => `${x(step)},${y(one![role]!)}`).join(" ");
          return (
            <g key={role}>
              <polyline points={line} fill="none" stroke={colour} stroke-width="2.5" />
              {points.map(({ step, one }) => (
                <circle key={step} cx={x(step)} cy={y(one![role]!)} r={step === at ? 5 : 3} fill={colour} />
              ))}
            </g>
          );
        })}
        <rect
          x={LEFT} y={0} width={WIDTH - LEFT} height={HEIGHT - BOTTOM} fill="transparent"
          onClick={(event) => {
            const box = (event.currentTarget as SVGRectElement).getBoundingClientRect();
            onStep(Math.round((last * (event.clientX - box.left)) / box.width));
          }}
        />
        <text class="axis-text start" x={LEFT} y={HEIGHT - 4}>start</text>
        <text class="axis-text" x={WIDTH - 8} y={HEIGHT - 4}>{`move ${values.length - 1}`}</text>
      </svg>
      <p class="legend">
        {game.players.map((role) => (
          <span key={role}>
            <svg viewBox="0 0 10 10" class="dot" aria-hidden="true">
              <circle cx="5" cy="5" r="5" fill={roleColour(game.players, game.colours, role)} />
            </svg>{" "}
            {role}
          </span>
        ))}
      </p>
    </figure>
  );
}
