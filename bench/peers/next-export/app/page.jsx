import { Landing } from "#site/pages/landing.tsx";
import { FirstSteps } from "./first-steps.jsx";

export default function Page() {
  return (
    <>
      <Landing />
      <FirstSteps />
    </>
  );
}
