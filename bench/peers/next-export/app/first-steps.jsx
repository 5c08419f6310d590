"use client";

import { useEffect } from "react";
import { startPage } from "#site/start-page.ts";

export function FirstSteps() {
  useEffect(() => startPage(document), []);
  return null;
}
