// What the tests of the harness itself ask.

import { fault } from "../../../../api/web/replay/errors.js";

export const ops = {
  echo: (request) => request.what,
  fault: () => {
    throw fault("rules.move", { event: 3, path: "/x", expected: 1, found: null, clause: "C8", and: "more" });
  },
  crash: () => {
    throw new TypeError("ouch");
  },
};
