"use client";

import { useEffect } from "react";
import { startPage } from "#site/before-hydration.ts";

export function FirstSteps() {
  useEffect(() => startPage(document), []);
  return null;
}
