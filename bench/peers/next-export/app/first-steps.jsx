"use client";

import { useEffect } from "react";
import { takeFirstSteps } from "#site/first-steps.ts";

export function FirstSteps() {
  useEffect(() => takeFirstSteps(document), []);
  return null;
}
