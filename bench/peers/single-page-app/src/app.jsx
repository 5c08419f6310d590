import * as RadixToast from "@radix-ui/react-toast";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter, Route, Routes } from "react-router-dom";
import { Toaster } from "sonner";
import { NotFound } from "#site/pages/not-found.tsx";
import { Privacy } from "#site/pages/privacy.tsx";
import { Terms } from "#site/pages/terms.tsx";
import { Landing } from "./landing.jsx";

const queryClient = new QueryClient();

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RadixToast.Provider>
        <BrowserRouter>
          <Routes>
            <Route path="/" element={<Landing />} />
            <Route path="/politica-privacidade" element={<Privacy />} />
            <Route path="/termos-uso" element={<Terms />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </BrowserRouter>
        <Toaster />
        <RadixToast.Viewport />
      </RadixToast.Provider>
    </QueryClientProvider>
  );
}
