// A match to take along: as a link with the moves in it, as one page, or as a record.

import { useState } from "preact/hooks";
import type { View } from "../types";

export function Share({ view }: { view: View }) {
  const [said, setSaid] = useState("");
  const hidden = view.game.sees && !view.over && Object.values(view.chairs).some((chair) => chair.person);
  if (hidden) return <p class="note">The match can be saved when it is over.</p>;
  const link = `${location.origin}/#/play/${encodeURIComponent(view.game.name)}?moves=${encodeURIComponent(view.line)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid("The link is copied.");
    } catch {
      setSaid(link);
    }
  };
  return (
    <div class="row share" role="group" aria-label="Share">
      {view.game.bundled && <button onClick={copy}>Copy link</button>}
      <a class="button" href={`/api/tables/${view.id}/page`} download>Save as HTML</a>
      <a class="button" href={`/api/tables/${view.id}/record`} download>Save the record</a>
      {said && <p class="note" role="status">{said}</p>}
    </div>
  );
}
